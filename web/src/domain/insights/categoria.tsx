/** The categories of insights: each has the same name, colour and icon on every screen. */
import {
  CATEGORIA_TEMPLATE_LABEL,
  CATEGORIAS_TEMPLATE,
} from '@escuta/shared/domain/insights/insight-template';
import { Gauge, HeartHandshake, type LucideIcon, ShieldCheck, Sparkles, Users } from 'lucide-react';
import { Badge, type BadgeVariant } from '../../ui/badge.tsx';

interface Category {
  label: string;
  icon: LucideIcon;
  variant: BadgeVariant;
}

/**
 * Four categories have their own look, others the default (specification 2, §2). None is green, amber or red, the
 * colours of states.
 */
const CATEGORIES: Record<string, Category> = {
  behavioral: { label: CATEGORIA_TEMPLATE_LABEL.behavioral, icon: Users, variant: 'violeta' },
  performance: { label: CATEGORIA_TEMPLATE_LABEL.performance, icon: Gauge, variant: 'info' },
  quality: { label: 'Qualidade', icon: ShieldCheck, variant: 'primary' },
  sentiment: { label: 'Sentimento', icon: HeartHandshake, variant: 'rosa' },
  actionable: { label: CATEGORIA_TEMPLATE_LABEL.actionable, icon: Sparkles, variant: 'neutral' },
  compliance: { label: CATEGORIA_TEMPLATE_LABEL.compliance, icon: Sparkles, variant: 'neutral' },
};

/** Label, icon and colour of a category. An unknown category keeps its own name, and gets the default look. */
export function categoryOf(categoria: string): Category {
  return CATEGORIES[categoria] ?? { label: categoria, icon: Sparkles, variant: 'neutral' };
}

/** Choices of the category filters. */
export const CATEGORIA_OPTIONS = CATEGORIAS_TEMPLATE.map((value) => ({
  value,
  label: CATEGORIA_TEMPLATE_LABEL[value],
}));

/** Badge with a category's name, in the category's colour. */
export function CategoryBadge({ categoria }: { categoria: string }) {
  const { label, variant } = categoryOf(categoria);
  return <Badge variant={variant}>{label}</Badge>;
}
