import { hostname } from 'node:os'
import { PRODUCT_NAME } from '@refrain/contract/product'
import pg from 'pg'

/** Connects without the time limits of requests, for work that takes minutes. The caller ends it. */
export async function connectAlone(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    fallback_application_name: `${PRODUCT_NAME} backup ${process.pid} on ${hostname()}`,
  })
  // A broken connection fails the query that is under way; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  return client
}
