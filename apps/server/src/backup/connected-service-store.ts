import { PRODUCT_NAME } from '@refrain/contract/product'
import { connectAlone } from './dump/postgres-connection.ts'

/** Names of other programs of ours that are connected to a PostgreSQL database. */
export async function readConnectedPrograms(databaseUrl: string): Promise<string[]> {
  const client = await connectAlone(databaseUrl)
  try {
    const { rows } = await client.query<{ name: string }>(
      `select distinct application_name as name from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and starts_with(application_name, $1)`,
      [`${PRODUCT_NAME} `],
    )
    return rows.map(row => row.name)
  } finally {
    await client.end()
  }
}
