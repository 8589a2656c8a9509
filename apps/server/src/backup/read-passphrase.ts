import { readSettingFile } from '../read-setting-file.ts'
import { SettingError, type Settings } from '../settings.ts'

/**
 * The passphrase of backups, '' for none. Never an argument of a program: other accounts can read those.
 * @throws SettingError if its file cannot be read or is empty
 */
export async function readPassphrase(settings: Settings): Promise<string> {
  const { backupPassphrase, backupPassphraseFile } = settings
  if (backupPassphraseFile === '') return backupPassphrase
  const text = await readSettingFile('BACKUP_PASSPHRASE_FILE', backupPassphraseFile)
  // Editors end files with a line break.
  const passphrase = text.replace(/\r?\n$/, '')
  if (passphrase === '') throw new SettingError('The file of BACKUP_PASSPHRASE_FILE is empty.')
  return passphrase
}
