/**
 * Puts a text on the clipboard; false if the browser refuses. Pages without HTTPS (an installation inside a company's
 * network) have no clipboard API, so an old command copies a selection.
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
    // Inside an open dialog, because its focus trap takes the focus from all else.
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
