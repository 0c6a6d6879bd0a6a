/** First requests from the screens' lines (vite/plugins.ts, `firstAsks`). */
declare module 'virtual:first-asks' {
  const asks: import('./lib/page/first-answers.ts').FirstAsks;
  export default asks;
}
