// Runs before the first paint: sets the theme without a flash, hides a prerendered page from signed-in people on their
// way to the dashboard, and records presses before the page handles them. A separate file, because the content security
// policy forbids inline scripts; a classic script, because a module runs too late. Keys and values are those of
// lib/theme.ts, lib/session.ts and features/auth/entry-links.ts.
(() => {
  let choice = null;
  let signedIn = false;
  let lastCnpj = null;
  try {
    choice = localStorage.getItem('tema');
    lastCnpj = localStorage.getItem('ultimo-cnpj');
    const [, payload] = localStorage.getItem('token')?.split('.') ?? [];
    // Only the server knows whether the token is still valid: this device's clock may be days wrong.
    signedIn =
      payload !== undefined && JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/'))).exp > 0;
  } catch {
    // Without storage or a valid token the system's theme applies, and nobody is signed in.
  }
  const dark =
    choice === 'escuro' || (choice !== 'claro' && matchMedia('(prefers-color-scheme: dark)').matches);
  const root = document.documentElement;
  root.classList.toggle('dark', dark);
  // The prerendered sign-in is the usual one, not the mode that mails a link.
  const isSignIn = location.pathname === '/auth';
  const isOtherMode = isSignIn && new URLSearchParams(location.search).get('modo') === 'recuperar';
  // main.tsx removes the class.
  root.classList.toggle('sem-desenho', signedIn || isOtherMode);
  root.style.colorScheme = dark ? 'dark' : 'light';

  // Files that this address needs, requested now and in parallel instead of one by one as each is discovered.
  // vite/first-files.ts inserts the table; development has none. A signed-in person goes from / to the dashboard.
  const table = null; // first-files
  if (table) {
    const segments = (path) => path.split('/').filter(Boolean);
    const path = signedIn && location.pathname === '/' ? '/dashboard' : location.pathname;
    const here = segments(path);
    const fits = ([of]) => {
      const wanted = segments(of);
      return wanted.length === here.length && wanted.every((one, at) => one[0] === ':' || one === here[at]);
    };
    const unknown = ([of]) => of.split(':').length;
    const found = table.routes.filter(fits).sort((a, b) => unknown(a) - unknown(b))[0];
    // Visitors are led to the sign-in.
    const [, frame, files] =
      found?.[1] === 'site' || signedIn ? (found ?? []) : table.routes.find(([of]) => of === '/auth');
    for (const file of files ? [...table.of[frame], ...files] : []) {
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      link.crossOrigin = '';
      link.href = `/assets/${table.files[file]}.js`;
      document.head.append(link);
    }
  }

  // After the page is parsed, before its own scripts.
  const onceRead = (act) => document.addEventListener('readystatechange', act, { once: true });
  if (isOtherMode) onceRead(() => document.getElementById('root').replaceChildren());

  // The prerendered landing page and sign-in are usable before their scripts load. A button pressed meanwhile (also by
  // Enter in a field) does nothing at once, and is pressed again once the page works (lib/early-press.ts): the browser
  // itself never submits a form. Links work without script.
  if ((location.pathname !== '/' && !isSignIn) || signedIn || isOtherMode) return;
  let pressed = null;
  const keep = (event) => {
    if (!(event.target instanceof Element)) return;
    const button =
      event.type === 'submit'
        ? event.target.querySelector('[type="submit"]')
        : event.target.closest('button');
    if (!button) return;
    event.preventDefault();
    event.stopPropagation();
    pressed = button;
    // Set outside the element that React adopts.
    root.classList.toggle('envio-em-espera', button.type === 'submit');
  };
  // Typing again cancels the recorded press: nothing is sent before another press.
  const typeOn = () => {
    if (pressed?.type !== 'submit') return;
    pressed = null;
    root.classList.remove('envio-em-espera');
  };
  window.addEventListener('click', keep, true);
  window.addEventListener('submit', keep, true);
  window.addEventListener('input', typeOn, true);
  window.pressAnew = () => {
    window.removeEventListener('click', keep, true);
    window.removeEventListener('submit', keep, true);
    window.removeEventListener('input', typeOn, true);
    root.classList.remove('envio-em-espera');
    // A page that React drew again has another submit button.
    const sends = pressed?.type === 'submit' ? document.querySelector('#root [type="submit"]') : null;
    (pressed?.isConnected ? pressed : sends)?.click();
  };

  if (!isSignIn) return;
  // Like auth-page.tsx without prerendering: fills in the company of the last sign-in and focuses the first empty
  // field.
  onceRead(() => {
    const inputs = [...document.querySelectorAll('#root input')];
    const cnpj = inputs.find(({ name }) => name === 'cnpj');
    // Sets the default, not the value, so that React may replace it.
    if (cnpj) cnpj.defaultValue = lastCnpj ?? '';
    inputs.find(({ value }) => value === '')?.focus();
  });
})();
