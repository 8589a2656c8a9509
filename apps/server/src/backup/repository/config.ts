import { OperatorError } from '../../settings.ts'
import type { KeyDerivation } from './seal.ts'
import type { BackupTarget } from './target.ts'

export const CONFIG = 'refrain-backup.json'
export const FORMAT = 1

/** What is stored in a target, unencrypted. */
export interface Config {
  readonly format: number
  /** Id of the service that writes backups here. */
  readonly service: string
  /** Null without a passphrase. */
  readonly key: KeyDerivation | null
  /** Sealed text, in Base64. */
  readonly check: string
}

/**
 * Reads what a target says about its backups.
 * @returns undefined if there are none
 * @throws OperatorError if it is damaged or of a newer program
 */
export async function readConfig(target: BackupTarget): Promise<Config | undefined> {
  const bytes = await target.read(CONFIG)
  if (!bytes) return undefined
  let config: Config
  try {
    config = JSON.parse(bytes.toString()) as Config
  } catch {
    throw new OperatorError(`${CONFIG} in ${target.label} is damaged.`)
  }
  if (config.format !== FORMAT) {
    throw new OperatorError(`The backups in ${target.label} are newer than this program: update Refrain.`)
  }
  return config
}

export async function writeConfig(target: BackupTarget, config: Config): Promise<void> {
  await target.write(CONFIG, Buffer.from(JSON.stringify(config)))
}

/**
 * One service's retention would remove the backups of another.
 * @throws OperatorError if another service writes backups to the target
 */
export function checkOwner(target: BackupTarget, config: Config | undefined, service: string): void {
  if (config?.service === service) return
  throw new OperatorError(
    `The backups in ${target.label} belong to another service: name another place for those of this one, or restore them if it continues that service.`,
  )
}
