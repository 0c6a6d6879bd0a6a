/** The module that the plugin `routerCore` of vite/plugins.ts creates. */
declare module 'react-router-core' {
  export { createBrowserRouter } from 'react-router';
}
