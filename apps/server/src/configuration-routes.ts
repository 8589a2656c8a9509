import { fetchConfiguration } from '@refrain/contract/configuration'
import { PRODUCT_NAME } from '@refrain/contract/product'
import type { FastifyInstance } from 'fastify'
import { bind } from './http/bind.ts'

export function registerConfiguration(app: FastifyInstance, { sample }: { sample: boolean }): void {
  bind(app, fetchConfiguration, () => ({ name: PRODUCT_NAME, sample }))
}
