import { OperatorError } from '../../settings.ts'
import { type Config, checkOwner, FORMAT, readConfig, writeConfig } from './config.ts'
import { newKeyDerivation, passphraseSeal, plainSeal, type Seal, SealError } from './seal.ts'
import { isSnapshotId } from './snapshot-id.ts'
import type { BackupTarget } from './target.ts'

/** Sealed with the key, to tell a wrong passphrase from a damaged backup. */
const CHECK = 'check'

export const chunkName = (hash: string) => `chunks/${hash.slice(0, 2)}/${hash}`

/** Backups of one service in one place: content in chunks that are named by it, and snapshots that refer to chunks. */
export class Repository {
  readonly target: BackupTarget
  readonly #seal: Seal
  readonly #service: string

  /** @param service id of the service whose backups these are */
  constructor(target: BackupTarget, seal: Seal, service: string) {
    this.target = target
    this.#seal = seal
    this.#service = service
  }

  /** @throws OperatorError if another service has begun backups here at the same time */
  async checkOwner(): Promise<void> {
    checkOwner(this.target, await readConfig(this.target), this.#service)
  }

  nameOf(content: Uint8Array): string {
    return this.#seal.nameOf(content)
  }

  /** Names of all chunks. */
  async listChunks(): Promise<Set<string>> {
    const names = await this.target.list('chunks/')
    return new Set(names.map(name => name.slice(name.lastIndexOf('/') + 1)))
  }

  /** @returns bytes that were stored */
  async writeChunk(hash: string, content: Uint8Array): Promise<number> {
    const sealed = await this.#seal.seal(hash, content)
    await this.target.write(chunkName(hash), sealed)
    return sealed.length
  }

  /** @throws OperatorError if the chunk is missing or damaged */
  async readChunk(hash: string): Promise<Buffer> {
    const content = await this.#read(chunkName(hash), hash)
    if (this.nameOf(content) !== hash) throw damaged(chunkName(hash), this.target)
    return content
  }

  async removeChunk(hash: string): Promise<void> {
    await this.target.remove(chunkName(hash))
  }

  /** Ids of the complete snapshots, oldest first. */
  async listSnapshots(): Promise<string[]> {
    const names = await this.target.list('snapshots/')
    return names
      .map(name => name.slice('snapshots/'.length))
      .filter(isSnapshotId)
      .sort()
  }

  async writeManifest(id: string, text: string): Promise<void> {
    await this.target.write(`snapshots/${id}`, await this.#seal.seal(id, Buffer.from(text)))
  }

  /** @throws OperatorError if it is missing or damaged */
  async readManifest(id: string): Promise<string> {
    return (await this.#read(`snapshots/${id}`, id)).toString()
  }

  async removeManifest(id: string): Promise<void> {
    await this.target.remove(`snapshots/${id}`)
  }

  async #read(name: string, sealedAs: string): Promise<Buffer> {
    const sealed = await this.target.read(name)
    if (!sealed) throw new OperatorError(`${name} is missing in ${this.target.label}.`)
    return this.#seal.unseal(sealedAs, sealed).catch(error => {
      throw error instanceof SealError ? damaged(name, this.target) : error
    })
  }
}

const damaged = (name: string, { label }: BackupTarget) =>
  new OperatorError(`${name} in ${label} is damaged.`)

/**
 * Opens the backups in a place.
 * @param passphrase '' for backups without encryption
 * @throws OperatorError if there are none, or the passphrase is wrong
 */
export async function openRepository(target: BackupTarget, passphrase: string): Promise<Repository> {
  const config = await readConfig(target)
  if (!config) throw new OperatorError(`There is no backup in ${target.label}.`)
  return new Repository(target, await openSeal(config, passphrase, target), config.service)
}

/**
 * Opens the backups of a service in a place, or prepares an empty one.
 * @param service its id
 * @throws OperatorError if the place holds backups of another service or anything else, or the passphrase is wrong
 */
export async function openOrCreateRepository(
  target: BackupTarget,
  passphrase: string,
  service: string,
): Promise<Repository> {
  const other = await target.findOther()
  // After the look at the place: another process may begin there at the same moment.
  const config = await readConfig(target)
  if (config) {
    checkOwner(target, config, service)
    return openRepository(target, passphrase)
  }
  if (other !== undefined)
    throw new OperatorError(
      `${target.label} holds other files (${JSON.stringify(other)}): name an empty place for backups.`,
    )
  const key = passphrase ? newKeyDerivation() : null
  const seal = key ? await passphraseSeal(passphrase, key) : plainSeal
  const check = (await seal.seal(CHECK, Buffer.from(CHECK))).toString('base64')
  await writeConfig(target, { format: FORMAT, service, key, check })
  return new Repository(target, seal, service)
}

async function openSeal({ key, check }: Config, passphrase: string, target: BackupTarget): Promise<Seal> {
  if (key && !passphrase) {
    throw new OperatorError(`The backups in ${target.label} are encrypted: set BACKUP_PASSPHRASE_FILE.`)
  }
  if (!key && passphrase) {
    throw new OperatorError(
      `The backups in ${target.label} are not encrypted: name another place for encrypted ones, or unset the passphrase.`,
    )
  }
  const seal = key ? await passphraseSeal(passphrase, key) : plainSeal
  await seal.unseal(CHECK, Buffer.from(check, 'base64')).catch(() => {
    throw new OperatorError(`The passphrase does not open the backups in ${target.label}.`)
  })
  return seal
}
