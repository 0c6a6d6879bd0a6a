/**
 * Puts a text on the clipboard; false when the browser refuses. Pages that are not served over HTTPS (an installation
 * inside a company's network) have no clipboard of their own: there the old command copies a selection.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.readOnly = true;
    area.style.position = 'fixed';
    area.style.opacity = '0';
    // Inside an open dialog, whose focus trap takes the focus away from everything else.
    const host = document.activeElement?.closest('[role="dialog"],[role="alertdialog"]') ?? document.body;
    host.append(area);
    area.select();
    try {
      return document.execCommand('copy');
    } catch {
      return false;
    } finally {
      area.remove();
    }
  }
}
