import { readFile } from 'node:fs/promises'
import { OperatorError, type Settings } from '../settings.ts'

/**
 * The passphrase of backups, '' for none. Never an argument of a program: other accounts can read those.
 * @throws OperatorError if its file cannot be read or is empty
 */
export async function readPassphrase(settings: Settings): Promise<string> {
  const { backupPassphrase, backupPassphraseFile } = settings
  if (backupPassphraseFile === '') return backupPassphrase
  let text: string
  try {
    text = await readFile(backupPassphraseFile, 'utf8')
  } catch (error) {
    throw new OperatorError(
      `The file of BACKUP_PASSPHRASE_FILE, ${backupPassphraseFile}, cannot be read (${(error as NodeJS.ErrnoException).code}).`,
    )
  }
  // Editors end files with a line break.
  const passphrase = text.replace(/\r?\n$/, '')
  if (passphrase === '') throw new OperatorError('The file of BACKUP_PASSPHRASE_FILE is empty.')
  return passphrase
}
