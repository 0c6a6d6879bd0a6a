/**
 * Copies a text to the clipboard; false if the browser refuses. Pages without HTTPS (an installation inside a company's
 * network) have no clipboard API: for them this selects the text and runs the old `copy` command.
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
    // The text area goes inside an open dialog, because the dialog's focus trap takes the focus from elements outside.
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
