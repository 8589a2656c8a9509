import { defineTexts } from '../texts.ts'

/** Messages below the fields of forms. */
export const formTexts = defineTexts('forms', {
  atMost: 'String must contain at most {max} character(s)',
  atLeast: 'String must contain at least {min} character(s)',
  invalidEmail: 'Invalid Email Address!',
  passwordAtLeast: 'Password must be at least {min} characters long!',
  signupNameAtLeast: 'Username must be at least {min} characters long!',
  usernameAtLeast: 'username must be at least {min} characters long!',
  nameAtLeast: 'Name must be at least {min} characters long!',
  codeRequired: 'Enter a code.',
  nameRequired: 'Enter a name.',
  titleRequired: 'Title is required!',
  titleAtLeast: 'Title must be at least {min} characters long!',
  messageRequired: 'Message cannot be empty!',
})
