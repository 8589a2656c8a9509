import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { folderStorage } from '../../media/storage/folder-storage.ts'
import { OperatorError } from '../../settings.ts'
import { findStoredFiles, type ServicePlace } from '../files/stored-files.ts'
import { type Manifest, readSnapshot } from '../repository/manifest.ts'
import type { Repository } from '../repository/repository.ts'
import { restoreBackup } from '../restore-backup.ts'
import { askService } from './ask-service.ts'

/**
 * Proves that a snapshot can be used: reads every chunk, restores it to a scratch folder, compares counts and checksums,
 * and asks a service on it ten calls. The scratch folder is deleted, also if the process exits meanwhile.
 * @param parent folder of the scratch folder
 * @throws OperatorError that names what is wrong
 */
export async function verifyBackup(repository: Repository, id: string, parent: string): Promise<Manifest> {
  const manifest = await readSnapshot(repository, id)
  fail(id, await findDamage(repository, manifest))
  const dataDir = await mkdtemp(join(parent, 'refrain-verify-')).catch(({ code }) => {
    throw new OperatorError(
      `No scratch folder can be made in ${parent} (${code}): name another with --scratch.`,
    )
  })
  const remove = () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 })
  // It has email addresses and password hashes, even of an encrypted backup.
  process.once('exit', remove)
  try {
    const place = { databaseUrl: '', dataDir, storage: folderStorage(dataDir) }
    await restoreBackup(repository, id, place)
    fail(id, await compareFiles(manifest, place))
    fail(id, await askService(dataDir))
  } finally {
    process.off('exit', remove)
    remove()
  }
  return manifest
}

function fail(id: string, problems: readonly string[]): void {
  if (problems.length > 0) throw new OperatorError(`The snapshot ${id} is not good: ${problems.join(' ')}`)
}

async function findDamage(repository: Repository, { chunks }: Manifest): Promise<string[]> {
  const problems: string[] = []
  for (const chunk of chunks) {
    await repository.readChunk(chunk).catch(error => {
      if (!(error instanceof OperatorError)) throw error
      problems.push(error.message)
    })
  }
  if (problems.length > 0) problems.push('Delete what is damaged; the next backup stores it again.')
  return problems
}

async function compareFiles({ files }: Manifest, place: ServicePlace): Promise<string[]> {
  let count = 0
  let bytes = 0
  for await (const { size } of findStoredFiles(place)) {
    count++
    bytes += size
  }
  const isSame = count === files.count && bytes === files.bytes
  return isSame
    ? []
    : [`It has ${count} files with ${bytes} bytes instead of ${files.count} with ${files.bytes}.`]
}
