// Runs in the browser, in the page that `emails stats --html` writes; uPlot stands in front of it.
const { uPlot } = window;
const data = JSON.parse(document.getElementById('data').textContent);
const times = data.emails.map(({ time }) => time);
const color = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const percent = value => `${(value * 100).toFixed(value >= 0.09995 || value === 0 ? 1 : 2)}%`;
const axisPercent = (_, splits) => splits.map(value => `${Number((value * 100).toFixed(3))}%`);

/** Lines where mail providers act. */
function limits(chart, all) {
  const { ctx, bbox } = chart;
  ctx.save();
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([5 * devicePixelRatio, 4 * devicePixelRatio]);
  ctx.font = `${11 * devicePixelRatio}px system-ui, sans-serif`;
  ctx.textAlign = 'right';
  ctx.textBaseline = 'bottom';
  for (const { share, serious } of all) {
    const y = Math.round(chart.valToPos(share, 'y', true));
    ctx.strokeStyle = ctx.fillStyle = color(serious ? '--serious' : '--warning');
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    ctx.fillText(`${Number((share * 100).toFixed(2))}%`, bbox.left + bbox.width, y - 2 * devicePixelRatio);
  }
  ctx.restore();
}

function draw({ rate, title, limits: lines }) {
  const place = document.getElementById(`chart-${rate}`);
  const caption = place.parentElement.querySelector('.caption');
  const values = data.emails.map(({ rates }) => rates[rate]);
  const known = values.filter(value => value !== null);
  const most = Math.max(...known, ...lines.map(({ share }) => share * 1.25), 0.0001);
  const least = rate === 'delivery' ? Math.min(...known, 1) : 0;
  const range = rate === 'delivery' ? [Math.max(0, least - (1 - least) * 0.6 - 0.002), 1] : [0, most * 1.12];
  const ink = `--${rate}`;
  const axis = {
    stroke: () => color('--dim'),
    font: '11px system-ui, sans-serif',
    grid: { stroke: () => color('--line'), width: 1 },
    ticks: { show: false },
  };
  const options = {
    width: place.clientWidth,
    height: 190,
    legend: { show: false },
    cursor: { y: false, points: { size: 9 } },
    scales: {
      x: { range: (_, from, to) => (from === to ? [from - 86400, to + 86400] : [from, to]) },
      y: { range: () => range },
    },
    axes: [
      { ...axis, grid: { show: false }, space: 70, size: 38 },
      { ...axis, values: axisPercent, size: 54, space: 36 },
    ],
    series: [
      {},
      {
        label: title,
        width: 2,
        spanGaps: true,
        stroke: () => color(ink),
        fill: () => `${color(ink)}22`,
        points: { show: true, size: 6, fill: () => color('--card'), stroke: () => color(ink) },
      },
    ],
    hooks: {
      draw: [chart => limits(chart, lines)],
      setCursor: [
        chart => {
          const email = data.emails[chart.cursor.idx ?? -1];
          caption.textContent = email
            ? `${email.subject} · ${email.date} · ${email.rates[rate] === null ? '–' : percent(email.rates[rate])}`
            : caption.dataset.usual;
        },
      ],
    },
  };
  const chart = new uPlot(options, [times, values], place);
  new ResizeObserver(() => chart.setSize({ width: place.clientWidth, height: 190 })).observe(place);
  return chart;
}

const charts = data.charts.map(draw);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
  for (const chart of charts) chart.redraw(false, true);
});
