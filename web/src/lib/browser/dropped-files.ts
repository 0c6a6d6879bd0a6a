/**
 * Ignores a file dropped outside a drop area: otherwise the browser would open the file in place of the app, and typed
 * text would be lost. Drop areas (kit/list/data-list.tsx, domain/items/recording/audio-drop.tsx) work as before.
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
