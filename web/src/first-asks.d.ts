/** What the screens' lines say that each asks first (vite/plugins.ts, `firstAsks`). */
declare module 'virtual:first-asks' {
  const asks: import('./lib/page/first-answers.ts').FirstAsks;
  export default asks;
}
