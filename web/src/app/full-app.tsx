import { createBrowserRouter } from 'react-router-core';
import { RouterProvider } from 'react-router-dom';
import { keepDroppedFilesOut } from '../lib/browser/dropped-files.ts';
import { prefetchOnIntent, routes } from './routes.tsx';

const router = createBrowserRouter(routes);
prefetchOnIntent();
keepDroppedFilesOut();

export default function FullApp() {
  return <RouterProvider router={router} />;
}
