import { fetchConfiguration } from '@refrain/contract/configuration'
import { PRODUCT_NAME } from '@refrain/contract/product'
import { FOR_ARTISTS_PATH } from '@refrain/contract/service-paths'
import type { FastifyInstance } from 'fastify'
import type { IdentityProvider } from './account/providers/identity-provider.ts'
import { bind } from './http/bind.ts'
import type { Settings } from './settings.ts'

const AGAIN_MS = 30_000

export function registerConfiguration(
  app: FastifyInstance,
  { artistsUrl, chatUrl }: Pick<Settings, 'artistsUrl' | 'chatUrl'>,
  provider: IdentityProvider | undefined,
  isSample: () => Promise<boolean>,
  pushKeys: () => Promise<{ publicKey: string }>,
): void {
  if (provider) askNowAndThen(app, provider)
  bind(app, fetchConfiguration, async () => ({
    name: PRODUCT_NAME,
    sample: await isSample(),
    artistsUrl: artistsUrl || FOR_ARTISTS_PATH,
    chatUrl: chatUrl || '/',
    google: provider?.known
      ? { clientId: provider.clientId, address: provider.known.authorizationAddress }
      : null,
    pushKey: (await pushKeys()).publicKey,
  }))
}

/** Asks the provider for its addresses until it answers; nobody waits for it. */
function askNowAndThen(app: FastifyInstance, provider: IdentityProvider): void {
  let said = false
  let timer: NodeJS.Timeout | undefined
  async function ask(): Promise<void> {
    try {
      await provider.readMetadata()
      app.responseCache.clear()
    } catch (error) {
      if (!said) console.error(`The sign-in provider cannot be reached: ${describe(error)}`)
      said = true
      timer = setTimeout(ask, AGAIN_MS).unref()
    }
  }
  app.addHook('onReady', async () => {
    ask()
  })
  app.addHook('onClose', async () => clearTimeout(timer))
}

function describe(error: unknown): string {
  const { cause, message } = error as Error
  return cause instanceof Error ? cause.message : message
}
