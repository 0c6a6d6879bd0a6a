// Runs before the first paint, so that the page never flashes in the wrong theme. Its own file because the content
// security policy allows no inline script; plain script because a module would run too late. Key and values are the
// ones of lib/theme.ts.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem('tema');
  } catch {
    // Storage may be blocked; the system's theme then decides.
  }
  const dark =
    choice === 'escuro' || (choice !== 'claro' && matchMedia('(prefers-color-scheme: dark)').matches);
  const root = document.documentElement;
  root.classList.toggle('dark', dark);
  root.style.colorScheme = dark ? 'dark' : 'light';
})();
