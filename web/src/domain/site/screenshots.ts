/**
 * Pictures of the product in public/site, made by `npm run telas -- --site`: their drawn size and their files' widths,
 * px (the first width is for browsers without `srcset`). A test compares the files with this list.
 */
export const SCREENSHOTS = {
  analise: { width: 1040, height: 820, widths: [1280, 760] },
  painel: { width: 1004, height: 636, widths: [1440, 760] },
  evidencia: { width: 628, height: 566, widths: [1160, 628] },
} as const;

export type ScreenshotName = keyof typeof SCREENSHOTS;
