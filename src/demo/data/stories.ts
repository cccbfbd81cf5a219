import type { NumberName } from './company.ts'

export interface Line {
  readonly by: 'us' | 'them'
  readonly text: string
  /** Minutes after the line before. */
  readonly after: number
}

/** `{first}`, `{street}`, `{time}`, `{tech}`, and `{price}` are filled in. */
export interface Story {
  readonly number: NumberName
  readonly lines: readonly Line[]
}

const us = (after: number, text: string): Line => ({ by: 'us', text, after })
const them = (after: number, text: string): Line => ({ by: 'them', text, after })

export const stories: readonly [Story, ...Story[]] = [
  {
    number: 'office',
    lines: [
      them(0, 'Hi, our furnace keeps shutting off after a few minutes. Can somebody take a look this week?'),
      us(
        6,
        'Hi {first}, sorry to hear that. We can come to {street} tomorrow between {time}. Does that work?',
      ),
      them(11, 'Yes, that works. Thank you!'),
      us(3, 'Great. {tech} will text you when they are on the way.'),
      us(1290, 'This is {tech} from Fernwood. I should be at your door in about 20 minutes.'),
      them(2, 'Perfect, see you then'),
      us(
        140,
        'The flame sensor was dirty and the filter was overdue. Both are done. The invoice for {price} is in your mail.',
      ),
      them(35, 'Works like new. Thanks for coming so quickly.'),
    ],
  },
  {
    number: 'office',
    lines: [
      them(0, 'Could you send me the estimate for the water heater again? I cannot find the email.'),
      us(
        9,
        'Of course, {first}. I sent it again just now. The total is {price} with installation and removal of the old tank.',
      ),
      them(48, 'Got it. Is that the 50 gallon one?'),
      us(5, 'Yes, 50 gallons with a six year warranty.'),
      them(190, 'We would like to go ahead.'),
      us(12, 'Wonderful. The earliest date is Thursday between {time}. Shall I put you down?'),
      them(7, 'Please do'),
    ],
  },
  {
    number: 'office',
    lines: [
      us(0, 'Hi {first}, {tech} finished at {street} today. How did everything go?'),
      them(75, 'Very well, no complaints. The bathroom has never had this much pressure.'),
      us(
        4,
        'We are glad to hear it. If you have a minute, a short review helps a small company like ours a lot.',
      ),
      them(20, 'Will do tonight'),
    ],
  },
  {
    number: 'office',
    lines: [
      them(0, 'There is water under the kitchen sink. Not a lot but it does not stop.'),
      us(3, 'Please turn the valve below the sink clockwise until it stops. Is it still dripping?'),
      them(6, 'That helped, it stopped'),
      us(
        2,
        'Good. {tech} can be there today between {time}. The visit is {price}, which includes the first hour.',
      ),
      them(4, 'Yes please'),
      us(165, 'All done: a worn washer in the shutoff valve. We replaced both, hot and cold.'),
      them(22, 'You are lifesavers'),
    ],
  },
  {
    number: 'office',
    lines: [
      us(0, 'Hello {first}, invoice 4{price} is two weeks past due. Did it reach you?'),
      them(310, 'Sorry, I was away. Paying it now.'),
      us(18, 'Thank you, we received the payment. Have a good weekend!'),
    ],
  },
  {
    number: 'office',
    lines: [
      them(0, 'Do you service heat pumps as well?'),
      us(14, 'Yes, all common brands. A checkup takes about an hour and costs {price}.'),
      them(33, 'What do you check?'),
      us(
        8,
        'Refrigerant pressure, coils, filters, the condensate drain, and all electrical connections. You get a report with photos.',
      ),
      them(120, 'Sounds good. Next Tuesday would be best for us.'),
      us(10, 'Tuesday between {time} is free. {tech} will be there.'),
      them(3, 'Great, thanks'),
    ],
  },
]

/** Short exchanges that a reminder starts. */
export const reminders: readonly [Story, ...Story[]] = [
  {
    number: 'reminders',
    lines: [
      us(
        0,
        'Fernwood: {tech} comes to {street} tomorrow between {time}. Reply YES to confirm or call 202-555-0101 to reschedule.',
      ),
      them(26, 'YES'),
      us(1, 'Thank you, {first}. Your visit is confirmed.'),
    ],
  },
  {
    number: 'reminders',
    lines: [
      us(
        0,
        'Fernwood: your yearly boiler service is due this month. Reply with a day that suits you and we will find a time.',
      ),
      them(95, 'Friday morning?'),
      us(7, 'Friday between {time} is yours, {first}. See you then.'),
    ],
  },
  {
    number: 'reminders',
    lines: [
      us(
        0,
        'Fernwood: {tech} comes to {street} tomorrow between {time}. Reply YES to confirm or call 202-555-0101 to reschedule.',
      ),
      them(61, 'Something came up, can we do it later in the week?'),
      us(9, 'No problem. Thursday at the same time?'),
      them(15, 'Perfect'),
    ],
  },
]

/** To all customers, once a week. Each takes two segments. */
export const announcements = [
  'Fernwood: the first frost is expected this week. Please disconnect garden hoses, close the outside shutoff, and let the outdoor faucets drain. Reply if you would like us to do it for you.',
  'Fernwood: our fall special ends on Saturday. A furnace checkup with a new filter is $89 instead of $129 for customers with a service plan. Reply YES and we will call you for an appointment.',
  'Fernwood: our office is closed on Thursday and Friday. For emergencies such as no heat or a burst pipe, text this number at any time and the technician on call will answer.',
] as const

/** In the group of the crew; `who` is the place among its members. */
export const crewTalk = [
  {
    who: 0,
    after: 0,
    text: 'Morning all. Two no-heat calls came in overnight, Birch Lane and Depot Road. Who is closest?',
  },
  { who: 1, after: 4, text: 'I can take Birch Lane before my 10 o’clock' },
  { who: 2, after: 3, text: 'On my way to Depot Road' },
  { who: 0, after: 2, text: 'Thanks. Ben, please bring a spare igniter to Tom, he is out.' },
  { who: 3, after: 5, text: 'Picking one up at the shop now' },
  { who: 4, after: 190, text: 'The Whitman job is approved, we start Monday. Drawings are in Operations.' },
  { who: 2, after: 12, text: 'Nice work Hannah' },
] as const

export const times = ['8 and 10 am', '9 and 11 am', '10 am and noon', '1 and 3 pm', '2 and 4 pm'] as const
export const technicians = ['Elena', 'Tom', 'Ben'] as const
