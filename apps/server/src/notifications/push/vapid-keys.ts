import { join } from 'node:path'
import * as z from 'zod/mini'
import { readOrCreateSecret } from '../secret-file.ts'

const FILE = 'push-keys.json'
const keys = z.object({ publicKey: z.string(), privateKey: z.string() })

/** The key pair that identifies this server to push services (RFC 8292), both in base64url. */
export type VapidKeys = z.infer<typeof keys>

/**
 * Reads the keys on first use, creating them if needed. Subscriptions belong to these keys: with new ones every browser
 * would have to subscribe again.
 */
export function openVapidKeys(dataDir: string): () => Promise<VapidKeys> {
  let reading: Promise<VapidKeys> | undefined
  return () => {
    reading ??= read(dataDir).catch(error => {
      reading = undefined
      throw error
    })
    return reading
  }
}

async function read(dataDir: string): Promise<VapidKeys> {
  const text = await readOrCreateSecret(join(dataDir, FILE), async () => {
    const { default: webPush } = await import('web-push')
    return JSON.stringify(webPush.generateVAPIDKeys())
  })
  return keys.parse(JSON.parse(text))
}
