// What a list costs that nobody reads: the bare GETs of all its pages, one after the other, nothing parsed.
import { Agent, get } from 'node:http';

const size = Number(process.argv[2]);
const people = Number(process.argv[3]);
const agent = new Agent({ keepAlive: true });

for (let page = 1; page <= people / size; page++) {
  await new Promise((resolve, reject) => {
    get(
      `${process.env.NEWSLETTER_BASE_URL}/v1/subscribers?page=${page}&per_page=${size}`,
      { agent },
      answer => {
        answer.resume().once('end', resolve);
      },
    ).once('error', reject);
  });
}
agent.destroy();
