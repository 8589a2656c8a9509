import { fetchConfiguration } from '@refrain/contract/configuration'
import { PRODUCT_NAME } from '@refrain/contract/product'
import type { FastifyInstance } from 'fastify'
import { bind } from './http/bind.ts'
import type { Settings } from './settings.ts'

export function registerConfiguration(app: FastifyInstance, settings: Settings): void {
  bind(app, fetchConfiguration, () => ({ name: PRODUCT_NAME, sample: settings.music.length === 0 }))
}
