import { PRODUCT_NAME } from '@refrain/contract/product'
import { aboutTexts } from '@refrain/messages/en/about'
import { titles } from '@refrain/messages/en/titles'
import { useState } from 'react'
import { prefix } from '../prefix.ts'
import { useDocumentTitle } from '../ui/hooks/use-document-title.ts'
import mark from '../ui/mark.svg'
import { cards, phrases } from './about/content.ts'
import { Journey } from './about/journey.tsx'
import bauhaus from './about/pictures/bauhaus.svg'
import cutouts from './about/pictures/cutouts.svg'
import mist from './about/pictures/mist.svg'
import { TypedPhrases } from './about/typed-phrases.tsx'
import { PageBody } from './components/page-body.tsx'
import './about/about.css'

export function Component() {
  useDocumentTitle(titles.about)
  // The same list on every rendering: the animation depends on it.
  const [typed] = useState(phrases)
  return (
    <PageBody className="grid grid-cols-[minmax(0,1fr)] gap-14 py-8">
      <header className="about-profile">
        <div className="min-w-0">
          <h1 className="mb-6 flex items-center gap-3 text-sm font-semibold tracking-normal text-quiet">
            <img src={prefix + mark} alt="" width={48} height={48} className="size-12" />
            {aboutTexts.aboutTheCreator}
          </h1>
          <p className="mb-3 text-hero font-extrabold tracking-tight">
            {aboutTexts.greeting({ product: PRODUCT_NAME })}
          </p>
          <TypedPhrases phrases={typed} />
        </div>
        <div aria-hidden className="about-covers">
          {[mist, cutouts, bauhaus].map(cover => (
            <img key={cover} src={prefix + cover} alt="" width={240} height={240} draggable={false} />
          ))}
        </div>
      </header>
      <section aria-label={aboutTexts.whatItIs} className="grid gap-8">
        <div className="grid max-w-3xl gap-4">
          <p className="text-lg/8">{aboutTexts.introduction({ product: PRODUCT_NAME })}</p>
          <p className="text-quiet">{aboutTexts.makers}</p>
        </div>
        <ul className="about-cards">
          {cards().map(({ icon: Icon, title, text }) => (
            <li key={title} className="rounded-panel border border-line bg-raised p-5">
              <Icon aria-hidden className="size-6 text-accent" />
              <h2 className="mt-4 font-bold">{title}</h2>
              <p className="mt-1 text-sm text-quiet">{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <Journey />
    </PageBody>
  )
}
