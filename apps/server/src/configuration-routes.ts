import { FOR_ARTISTS_PATH } from '@refrain/contract/addresses'
import { fetchConfiguration } from '@refrain/contract/configuration'
import { PRODUCT_NAME } from '@refrain/contract/product'
import type { FastifyInstance } from 'fastify'
import { bind } from './http/bind.ts'
import type { Settings } from './settings.ts'

export function registerConfiguration(
  app: FastifyInstance,
  { artistsUrl, chatUrl }: Pick<Settings, 'artistsUrl' | 'chatUrl'>,
  isSample: () => Promise<boolean>,
): void {
  bind(app, fetchConfiguration, async () => ({
    name: PRODUCT_NAME,
    sample: await isSample(),
    artistsUrl: artistsUrl || FOR_ARTISTS_PATH,
    chatUrl: chatUrl || '/',
  }))
}
