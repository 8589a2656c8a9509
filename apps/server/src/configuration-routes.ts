import { fetchConfiguration } from '@refrain/contract/configuration'
import { PRODUCT_NAME } from '@refrain/contract/product'
import type { FastifyInstance } from 'fastify'
import { bind } from './http/bind.ts'

export function registerConfiguration(app: FastifyInstance, isSample: () => Promise<boolean>): void {
  bind(app, fetchConfiguration, async () => ({
    name: PRODUCT_NAME,
    sample: await isSample(),
    artistsUrl: '/for-artists',
    chatUrl: '/',
  }))
}
