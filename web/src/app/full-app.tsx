import { createBrowserRouter } from 'react-router-core';
import { RouterProvider } from 'react-router-dom';
import { prefetchOnIntent, routes } from './routes.tsx';

const router = createBrowserRouter(routes);
prefetchOnIntent();

/** The whole application. */
export default function FullApp() {
  return <RouterProvider router={router} />;
}
