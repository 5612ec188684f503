// Contents that draws of all dialects share.

/** A picture of one pixel. */
export const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
export const jpeg =
  '/9j/4AAQSkZJRgABAQEAYABgAAD/2wBDAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQH/2Q=='
export const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
export const webp = 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA'
export const pdf = 'JVBERi0xLjQKJeLjz9MKMSAwIG9iago8PC9UeXBlL0NhdGFsb2c+PgplbmRvYmoKdHJhaWxlcgo8PC9Sb290IDEgMCBSPj4KJSVFT0YK'
export const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA='
export const mp3 = 'SUQzBAAAAAAAI1RTU0UAAAAPAAADTGF2ZjU4LjI5LjEwMAAAAAAAAAAAAAAA'

export const pictureUrl = 'https://example.com/pictures/harbour.png'
export const paperUrl = 'https://example.com/papers/tides.pdf'
export const unicode = 'Grüße, 你好, مرحبا, 👩‍🚀 and \t tabs\nlines'
export const long = 'The harbour at night. '.repeat(200)
/** Identifiers of users as clients send them. */
export const users = {
  'a name': 'user-1234',
  'a mail address': 'jane.doe@example.com',
  'a phone number': '+44 20 7946 0958',
  'a UUID': '3f2b8c1e-9a47-4d0b-8f6e-2a1c5d7e9b10',
  'as long as it may be': 'u'.repeat(64),
}
