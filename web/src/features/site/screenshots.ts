/**
 * Pictures of the product in public/site, made by `npm run telas -- --site`: the size at which each is drawn, and the widths
 * in which its file exists (the first for browsers that choose none). A test holds the files against this list.
 */
export const SCREENSHOTS = {
  analise: { width: 1280, height: 960, widths: [1280, 800] },
  painel: { width: 1280, height: 800, widths: [1280, 800] },
  evidencia: { width: 760, height: 720, widths: [1140, 760] },
} as const;

export type ScreenshotName = keyof typeof SCREENSHOTS;
