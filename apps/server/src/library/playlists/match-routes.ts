import { matchTracks as operation } from '@refrain/contract/library/playlist-tracks'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/tables.ts'
import { bind } from '../../http/bind.ts'
import { abortAtDeadline } from '../../http/limits/deadline.ts'
import { matchTracks } from './match-tracks.ts'

export function registerMatching(app: FastifyInstance, db: Database): void {
  bind(app, operation, async ({ entries }) => ({
    tracks: await abortAtDeadline(signal => matchTracks(db, entries, signal), operation.timeoutSeconds),
  }))
}
