/**
 * Keeps a file that is dropped beside its place from replacing the app: the browser would open it, and what was typed
 * would be gone. Where a file is taken (kit/list/data-list.tsx, domain/items/recording/audio-drop.tsx) nothing changes.
 */
export function keepDroppedFilesOut(): void {
  for (const type of ['dragover', 'drop'] as const) {
    window.addEventListener(type, (event) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      // A file field takes what is dropped on it by itself.
      if (event.target instanceof HTMLInputElement && event.target.type === 'file') return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    });
  }
}
