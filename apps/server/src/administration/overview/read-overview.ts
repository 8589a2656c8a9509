import { statfs } from 'node:fs/promises'
import type { Overview } from '@refrain/contract/administration/overview'
import type { OpenDatabase } from '../../database/open.ts'
import type { Settings } from '../../settings.ts'
import { countErrors } from '../log/log-store.ts'
import { findAttention } from './find-attention.ts'
import { countAccounts, countCatalogue, readDatabaseFacts, sumUploads } from './overview-store.ts'

const DAY_MS = 86_400_000

/** How the service is: versions, sizes, and numbers of records and people. */
export async function readOverview(
  { db, dialect }: Pick<OpenDatabase, 'db' | 'dialect'>,
  settings: Settings,
): Promise<Overview> {
  const { size, version } = await readDatabaseFacts(db, dialect)
  const disk = await statfs(settings.dataDir)
  const found = {
    versions: { runtime: `Node ${process.versions.node}`, database: version },
    startedAt: new Date(Date.now() - process.uptime() * 1000).toISOString(),
    memory: process.memoryUsage.rss(),
    database: { kind: dialect === 'sqlite' ? 'embedded' : 'postgres', size },
    disk: { size: disk.blocks * disk.bsize, free: disk.bavail * disk.bsize },
    catalogue: await countCatalogue(db),
    people: await countAccounts(db, Date.now()),
    uploads: await sumUploads(db),
    errors: await countErrors(db, Date.now() - DAY_MS),
  } as const
  return { ...found, attention: await findAttention(db, settings, found) }
}
