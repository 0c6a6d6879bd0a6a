/**
 * Keeps a file dropped in the wrong place from replacing the app: the browser would open it, and typed text would be
 * lost. Drop areas (kit/list/data-list.tsx, domain/items/recording/audio-drop.tsx) are unaffected.
 */
export function keepDroppedFilesOut(): void {
  for (const type of ['dragover', 'drop'] as const) {
    window.addEventListener(type, (event) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      // A file input handles drops itself.
      if (event.target instanceof HTMLInputElement && event.target.type === 'file') return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    });
  }
}
