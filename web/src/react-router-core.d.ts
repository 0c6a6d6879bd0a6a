/** Module made by vite/plugins.ts, `routerCore`. */
declare module 'react-router-core' {
  export { createBrowserRouter } from 'react-router';
}
