// Runs before the first paint, so that the page never flashes in the wrong theme, nor the landing page before somebody
// who is signed in and goes on to the dashboard; and hears what is pressed before the page itself does. Its own file because the content
// security policy allows no inline script; plain script because a module would run too late. Key and values are the
// ones of lib/theme.ts.
(() => {
  let choice = null;
  let signedIn = false;
  try {
    choice = localStorage.getItem('tema');
    signedIn = localStorage.getItem('token') !== null;
  } catch {
    // Storage may be blocked; the system's theme then decides.
  }
  const dark =
    choice === 'escuro' || (choice !== 'claro' && matchMedia('(prefers-color-scheme: dark)').matches);
  const root = document.documentElement;
  root.classList.toggle('dark', dark);
  // main.tsx takes it off.
  root.classList.toggle('com-sessao', signedIn);
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

  // The landing page comes drawn, and is read before its own script is there. A button that is pressed meanwhile is kept
  // from everybody, and pressed anew once the page stands (lib/early-press.ts). Links lead on without any script.
  if (location.pathname !== '/' || signedIn) return;
  let pressed = null;
  const keep = (event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (!button) return;
    event.stopPropagation();
    pressed = button;
  };
  window.addEventListener('click', keep, true);
  window.pressAnew = () => {
    window.removeEventListener('click', keep, true);
    if (pressed?.isConnected) pressed.click();
  };
})();
