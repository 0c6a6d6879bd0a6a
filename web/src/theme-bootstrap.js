// Runs before the first paint, so that the page never flashes in the wrong theme, nor a drawn page before somebody
// who is signed in and goes on to the dashboard; and hears what is pressed before the page itself does. Its own file because the content
// security policy allows no inline script; plain script because a module would run too late. Keys and values are the
// ones of lib/theme.ts, lib/session.ts and features/auth/entry-links.ts.
(() => {
  let choice = null;
  let signedIn = false;
  let lastCnpj = null;
  try {
    choice = localStorage.getItem('tema');
    lastCnpj = localStorage.getItem('ultimo-cnpj');
    const [, payload] = localStorage.getItem('token')?.split('.') ?? [];
    // Whether it still holds is the server's to say: this device's clock may be days wrong.
    signedIn =
      payload !== undefined && JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/'))).exp > 0;
  } catch {
    // Storage may be blocked, a token no token: the system's theme then decides, and nobody is signed in.
  }
  const dark =
    choice === 'escuro' || (choice !== 'claro' && matchMedia('(prefers-color-scheme: dark)').matches);
  const root = document.documentElement;
  root.classList.toggle('dark', dark);
  // What comes drawn is the sign-in as most people open it, not the one that sends a link for a new password.
  const isSignIn = location.pathname === '/auth';
  const isOtherMode = isSignIn && new URLSearchParams(location.search).get('modo') === 'recuperar';
  // main.tsx takes it off.
  root.classList.toggle('sem-desenho', signedIn || isOtherMode);
  root.style.colorScheme = dark ? 'dark' : 'light';

  // Which files this address needs (vite/first-files.ts writes the table here; there is none while developing): asked for now, all
  // at once, and not one after the other as each is found in the one before. Who is signed in goes from / to the dashboard.
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
    // Whoever is not signed in is led to the sign-in.
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

  // Once all of the page is there, and before any script of its own.
  const onceRead = (act) => document.addEventListener('readystatechange', act, { once: true });
  if (isOtherMode) onceRead(() => document.getElementById('root').replaceChildren());

  // The landing page and the sign-in come drawn, and are read before their own scripts are there. A button that is pressed meanwhile
  // (Enter in a field presses one too) is kept from everybody, and pressed anew once the page stands (lib/early-press.ts): the
  // browser itself never sends a form. Links lead on without any script.
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
    // Said outside of what React takes over.
    root.classList.toggle('envio-em-espera', button.type === 'submit');
  };
  // Whoever types on has not finished: nothing is sent of it before they press again.
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
    // A page that had to be drawn anew has a button of its own that sends the form.
    const sends = pressed?.type === 'submit' ? document.querySelector('#root [type="submit"]') : null;
    (pressed?.isConnected ? pressed : sends)?.click();
  };

  if (!isSignIn) return;
  // As auth-page.tsx does where nothing came drawn: the company of the last sign-in, and the focus on what is still to be filled.
  onceRead(() => {
    const inputs = [...document.querySelectorAll('#root input')];
    const cnpj = inputs.find(({ name }) => name === 'cnpj');
    // Not as if it had been typed: what React knows better goes in its place.
    if (cnpj) cnpj.defaultValue = lastCnpj ?? '';
    inputs.find(({ value }) => value === '')?.focus();
  });
})();
