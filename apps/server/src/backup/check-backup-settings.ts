import type { Settings } from '../settings.ts'
import { readPassphrase } from './read-passphrase.ts'

/**
 * Checks at the start of the service what its backups will need later. A place that is away then is retried by the schedule.
 * @throws OperatorError if the file of the passphrase cannot be read
 */
export async function checkBackupSettings(settings: Settings): Promise<void> {
  await readPassphrase(settings)
}
