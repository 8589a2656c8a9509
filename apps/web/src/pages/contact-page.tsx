import { contactForm } from '@refrain/contract/account/forms'
import { aboutTexts } from '@refrain/messages/en/about'
import { titles } from '@refrain/messages/en/titles'
import { prefix } from '../prefix.ts'
import { FormField, TextField } from '../ui/forms/form-field.tsx'
import { useForm } from '../ui/forms/use-form.ts'
import { useDocumentTitle } from '../ui/hooks/use-document-title.ts'
import { PageBody } from './components/page-body.tsx'
import { PageHeading } from './components/page-heading.tsx'
import { ChatLink } from './contact/chat-link.tsx'
import rain from './contact/rain.svg'
import './contact/contact.css'

/** A form that is validated but not sent, and a link to the operator's chat. */
export function Component() {
  useDocumentTitle(titles.contact)
  const { form, errors } = useForm(contactForm, () => {})
  return (
    <PageBody className="contact py-6">
      <div className="contact-form">
        <PageHeading>{aboutTexts.contactUs}</PageHeading>
        <form {...form} className="grid gap-2">
          <FormField label={aboutTexts.name} name="name" type="text" autoComplete="name" errors={errors} />
          <TextField label={aboutTexts.message} name="message" rows={6} errors={errors} />
          <button type="submit" className="button button-accent justify-self-start px-10">
            {aboutTexts.submit}
          </button>
        </form>
      </div>
      <img
        src={prefix + rain}
        alt=""
        width={480}
        height={480}
        draggable={false}
        className="contact-picture"
      />
      <ChatLink />
    </PageBody>
  )
}
