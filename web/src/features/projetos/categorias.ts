import { Gauge, HeartHandshake, type LucideIcon, ShieldCheck, Sparkles, Users } from 'lucide-react';
import type { BadgeVariant } from '../../components/ui/badge.tsx';

interface Category {
  label: string;
  icon: LucideIcon;
  variant: BadgeVariant;
}

/** Colour and icon of an insight's category (specification 2, §2); others get the default. */
const CATEGORIES: Record<string, Category> = {
  behavioral: { label: 'Comportamental', icon: Users, variant: 'violeta' },
  performance: { label: 'Performance', icon: Gauge, variant: 'primary' },
  quality: { label: 'Qualidade', icon: ShieldCheck, variant: 'success' },
  sentiment: { label: 'Sentimento', icon: HeartHandshake, variant: 'warning' },
  actionable: { label: 'Acionável', icon: Sparkles, variant: 'neutral' },
  compliance: { label: 'Compliance', icon: Sparkles, variant: 'neutral' },
};

/** Label, icon and colour of a category. */
export function categoryOf(categoria: string): Category {
  return CATEGORIES[categoria] ?? { label: categoria, icon: Sparkles, variant: 'neutral' };
}
