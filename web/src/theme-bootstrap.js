// Runs before the first paint, so that the page never flashes in the wrong theme, nor the landing page before somebody
// who is signed in and goes on to the dashboard. Its own file because the content
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
})();
