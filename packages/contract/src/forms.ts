import * as z from 'zod/mini'
import { LONGEST_EMAIL, LONGEST_NAME, LONGEST_PASSWORD, SHORTEST_NAME, SHORTEST_PASSWORD } from './account.ts'
import { LONGEST_TITLE } from './limits.ts'

/** In the manner of the schemas' own messages (VAL-20). */
const atMost = (most: number) => z.maxLength(most, `String must contain at most ${most} character(s)`)

const email = z.email('Invalid Email Address!').check(atMost(LONGEST_EMAIL))
const password = z
  .string()
  .check(
    z.minLength(SHORTEST_PASSWORD, `Password must be at least ${SHORTEST_PASSWORD} characters long!`),
    atMost(LONGEST_PASSWORD),
  )
const named = (what: string) =>
  z
    .string()
    .check(z.trim(), z.minLength(SHORTEST_NAME, `${what} must be at least ${SHORTEST_NAME} characters long!`))

/** The login form (VAL-01, VAL-02). */
export const loginForm = z.object({ email, password })
/** The signup form (VAL-03 to VAL-05). */
export const signupForm = z.object({ name: named('Username').check(atMost(LONGEST_NAME)), email, password })
/** The account form: the message begins with a small letter (VAL-06). */
export const usernameForm = z.object({ name: named('username').check(atMost(LONGEST_NAME)) })

const atLeast = (least: number) => z.minLength(least, `String must contain at least ${least} character(s)`)
const newPassword = z.string().check(atLeast(SHORTEST_PASSWORD), atMost(LONGEST_PASSWORD))
/** The password form of who has a password, and of who has none yet (VAL-07, VAL-08, ACC-14). */
export const passwordForm = z.object({
  currentPassword: z.string().check(atLeast(SHORTEST_PASSWORD)),
  newPassword,
})
export const firstPasswordForm = z.object({ newPassword })

/** The form of a playlist (VAL-11, VAL-12). */
export const playlistForm = z.object({
  title: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Title is required!'),
      z.minLength(SHORTEST_NAME, `Title must be at least ${SHORTEST_NAME} characters long!`),
      atMost(LONGEST_TITLE),
    ),
})
/** The contact form (VAL-09, VAL-10). */
export const contactForm = z.object({
  name: named('Name'),
  message: z.string().check(z.trim(), z.minLength(1, 'Message cannot be empty!')),
})
