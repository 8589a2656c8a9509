import { fetchConfiguration } from '@refrain/contract/configuration'
import { PRODUCT_NAME } from '@refrain/contract/product'
import { FOR_ARTISTS_PATH } from '@refrain/contract/service-paths'
import type { FastifyInstance } from 'fastify'
import type { IdentityProvider } from './account/providers/identity-provider.ts'
import type { Database } from './database/tables.ts'
import { bind } from './http/bind.ts'
import { readLiveSettings } from './live-settings/live-settings.ts'
import { log } from './log/log.ts'
import type { Settings } from './settings.ts'

const RETRY_MS = 30_000

export function registerConfiguration(
  app: FastifyInstance,
  { db, given, smtpUrl }: Pick<Settings, 'given' | 'smtpUrl'> & { readonly db: Database },
  provider: IdentityProvider | undefined,
  isSample: () => Promise<boolean>,
  pushKeys: () => Promise<{ publicKey: string }>,
): void {
  if (provider) fetchMetadataInBackground(app, provider)
  bind(app, fetchConfiguration, async () => {
    const { serviceName, signUp, guests, artistsUrl, chatUrl } = await readLiveSettings(db, given)
    return {
      name: serviceName || PRODUCT_NAME,
      sample: await isSample(),
      artistsUrl: artistsUrl || app.pathPrefix + FOR_ARTISTS_PATH,
      chatUrl: chatUrl || '/',
      google: provider?.known
        ? { clientId: provider.clientId, address: provider.known.authorizationAddress }
        : null,
      signUp,
      sendsEmail: smtpUrl !== '',
      guests,
      pushKey: (await pushKeys()).publicKey,
    }
  })
}

/** Fetches the provider's metadata in the background, until it succeeds. */
function fetchMetadataInBackground(app: FastifyInstance, provider: IdentityProvider): void {
  let isLogged = false
  let timer: NodeJS.Timeout | undefined
  async function tryFetch(): Promise<void> {
    try {
      await provider.readMetadata()
      app.responseCache.clear()
    } catch (error) {
      if (!isLogged) log.error(`The sign-in provider cannot be reached: ${describeError(error)}`)
      isLogged = true
      timer = setTimeout(tryFetch, RETRY_MS).unref()
    }
  }
  app.addHook('onReady', async () => {
    tryFetch()
  })
  app.addHook('onClose', async () => clearTimeout(timer))
}

function describeError(error: unknown): string {
  const { cause, message } = error as Error
  return cause instanceof Error ? cause.message : message
}
