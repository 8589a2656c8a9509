import {
  addFollowingArtist,
  fetchFollowingArtists,
  removeFollowingArtist,
} from '@refrain/contract/library/follows'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/tables.ts'
import { bind } from '../../http/bind.ts'
import type { LiveUpdates } from '../../live-updates/live-updates.ts'
import { follow, readFollowing, unfollow } from './follows.ts'

export function registerFollows(app: FastifyInstance, db: Database, liveUpdates: LiveUpdates): void {
  bind(app, fetchFollowingArtists, (_input, { userId }) => readFollowing(db, userId))
  bind(app, addFollowingArtist, async ({ artistId }, actor) => {
    const followers = await follow(db, actor.userId, artistId)
    liveUpdates.publish(actor, 'follows')
    return { followers }
  })
  bind(app, removeFollowingArtist, async ({ artistId }, actor) => {
    const followers = await unfollow(db, actor.userId, artistId)
    liveUpdates.publish(actor, 'follows')
    return { followers }
  })
}
