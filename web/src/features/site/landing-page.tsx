import { useEffect, useRef } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { SiteFrame } from '../../domain/site/site-frame.tsx';
import { session, useSession } from '../../lib/network/session.ts';
import { useArrivalNotices } from '../../lib/page/arrival-notices.ts';
import { pressAnew } from '../../lib/page/early-press.ts';
import { entryTarget } from '../../lib/page/guard-rules.ts';
import { Benefits } from './benefits.tsx';
import { Contact } from './contact.tsx';
import { Hero } from './hero.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { Plans } from './plans-section.tsx';

/** Scrolls to the address's section, smoothly unless the person prefers reduced motion. */
function useSectionScroll(): void {
  const { hash, key } = useLocation();
  const first = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second click on the same link scrolls again
  useEffect(() => {
    const arrival = first.current;
    first.current = false;
    if (!hash) return;
    const section = document.getElementById(decodeURIComponent(hash.slice(1)));
    if (!section) return;
    const calm = arrival || window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    section.scrollIntoView({ behavior: calm ? 'instant' : 'smooth' });
    section.querySelector<HTMLElement>('h1, h2')?.focus({ preventScroll: true });
  }, [hash, key]);
}

/** The public site (specification 1, §2.2). Redirects signed-in people to the dashboard. */
export default function LandingPage() {
  const current = useSession();
  useArrivalNotices();
  useSectionScroll();
  useEffect(() => {
    document.title = 'Escuta: auditoria de ligações e pesquisas com IA';
    // The page has now shown why the session ended. This is acknowledged here, so that the next private page redirects
    // to the sign-in again.
    if (!session.get()) session.acknowledgeEnd();
  }, []);
  useEffect(pressAnew, []);
  const target = entryTarget(current);
  if (target) return <Navigate to={target} replace />;
  return (
    <SiteFrame>
      <Hero />
      <HowItWorks />
      <Benefits />
      <Plans />
      <Contact />
    </SiteFrame>
  );
}
