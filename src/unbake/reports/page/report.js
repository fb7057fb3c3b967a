// Draws the charts of an Unbake report from the JSON in the page. Frames are the file's, lengths are centimetres.
(() => {
  "use strict";
  const root = document.documentElement;
  let failures = 0;
  root.dataset.failures = "0";
  addEventListener("error", () => { root.dataset.failures = String(++failures); });

  const data = JSON.parse(document.getElementById("data").textContent);
  const colour = (name) => getComputedStyle(root).getPropertyValue("--" + name).trim();
  const classColour = (place) => colour(data.classes[place]);
  const number = (value, unit = "") =>
    value == null ? "–" : String(Number(value.toPrecision(3))) + (unit && unit !== "°" ? "\u00a0" : "") + unit;
  const FONT = "12px system-ui, sans-serif";
  const WHOLE = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000];
  const charts = [];

  const axis = (more) => ({
    font: FONT,
    stroke: () => colour("quiet"),
    grid: { stroke: () => colour("line"), width: 1 },
    ticks: { show: false },
    ...more,
  });
  // A clip of one frame has no range: give it some room.
  const room = (u, low, high) => (high > low ? [low, high] : [low - 1, high + 1]);
  const frameAxis = () => axis({ incrs: WHOLE, grid: { show: false }, space: 60, size: 30 });

  /** Shows what `textAt(index)` says beside the cursor: an array of [text, strong]. */
  function tooltip(textAt) {
    const tip = document.createElement("div");
    tip.className = "tip";
    return {
      hooks: {
        init: (u) => u.over.appendChild(tip),
        setCursor: (u) => {
          const index = u.cursor.idx;
          const hidden = index == null || u.cursor.left < 0 || !u.over.matches(":hover");
          tip.style.display = hidden ? "none" : "block";
          if (hidden) return;
          tip.replaceChildren(...textAt(index).map(([text, strong]) => {
            const part = document.createElement(strong ? "b" : "span");
            part.textContent = text;
            return part;
          }));
          const left = u.cursor.left + 14 + tip.offsetWidth > u.over.clientWidth
            ? u.cursor.left - 14 - tip.offsetWidth : u.cursor.left + 14;
          tip.style.transform = `translate(${Math.max(left, -40)}px, ${Math.max(u.cursor.top - tip.offsetHeight - 8, 0)}px)`;
        },
      },
    };
  }

  /** Runs `paint(context, x, y, pixel)` on the chart's canvas: x and y turn values into canvas pixels. */
  const painter = (hook, paint) => ({
    hooks: {
      [hook]: (u) => {
        const x = (value) => u.valToPos(value, "x", true);
        const y = (value) => u.valToPos(value, "y", true);
        u.ctx.save();
        paint(u.ctx, x, y, devicePixelRatio, u.bbox, u);
        u.ctx.restore();
      },
    },
  });

  function diamond(context, x, y, size) {
    context.beginPath();
    context.moveTo(x, y - size);
    context.lineTo(x + size, y);
    context.lineTo(x, y + size);
    context.lineTo(x - size, y);
    context.closePath();
    context.fill();
    context.stroke();
  }

  function line(context, x1, y1, x2, y2) {
    context.beginPath();
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
    context.stroke();
  }

  const keyLines = painter("drawAxes", (context, x, y, pixel, box) => {
    context.lineWidth = pixel;
    context.globalAlpha = data.keys.length > box.width / (8 * pixel) ? 0.12 : 0.4;
    data.keys.forEach((frame, place) => {
      context.strokeStyle = classColour(place);
      if (x(frame) >= box.left - 1 && x(frame) <= box.left + box.width + 1) {
        line(context, x(frame), box.top, x(frame), box.top + box.height);
      }
    });
  });

  /** Writes a text over (or, by `part` 0, to the right of) a place, inside the chart, with a rim that keeps it legible. */
  function label(context, text, x, y, box, pixel, part = 0.5) {
    context.font = `600 ${12 * pixel}px system-ui, sans-serif`;
    context.textAlign = "left";
    context.textBaseline = "alphabetic";
    const wide = context.measureText(text).width;
    const left = Math.min(Math.max(x - wide * part, box.left + 2), box.left + box.width - wide - 2);
    context.lineWidth = 4 * pixel;
    context.lineJoin = "round";
    context.strokeStyle = colour("paper");
    context.strokeText(text, left, y);
    context.fillText(text, left, y);
  }

  function chart(holder, height, options, columns) {
    const size = () => ({ width: Math.max(holder.clientWidth, 200), height });
    const u = new uPlot({ ...size(), legend: { show: false }, ...options }, columns, holder);
    new ResizeObserver(() => u.setSize(size())).observe(holder);
    charts.push(u);
  }

  const together = { sync: { key: "frames", scales: ["x", null] }, y: false };
  const seconds = (frame) => ((frame - data.first) / data.fps).toFixed(2) + "\u00a0s";

  function drawError(holder) {
    const { cm, worst } = data.error;
    const frames = cm.map((_, index) => index + data.first);
    const mark = painter("draw", (context, x, y, pixel, box) => {
      if (x(worst.frame) < box.left - 1 || x(worst.frame) > box.left + box.width + 1) return;
      context.fillStyle = colour("ink");
      context.strokeStyle = colour("paper");
      context.lineWidth = 2 * pixel;
      context.beginPath();
      context.arc(x(worst.frame), y(worst.cm), 4.5 * pixel, 0, 7);
      context.fill();
      context.stroke();
      label(context, `${worst.joint}, frame ${worst.frame}: ${number(worst.cm, "cm")}`,
        x(worst.frame), y(worst.cm) - 11 * pixel, box, pixel);
    });
    chart(holder, 250, {
      cursor: { ...together, points: { size: 7 } },
      scales: { x: { time: false, range: room }, y: { range: (u, low, high) => [0, (high || 1) * 1.22] } },
      axes: [frameAxis(), axis({ size: 58, space: 40, values: (u, splits) => splits.map((v) => number(v, "cm")) })],
      series: [{}, {
        stroke: () => colour("accent"), fill: () => colour("accent-wash"), width: 1.6, points: { show: cm.length < 3 },
      }],
      plugins: [keyLines, mark, tooltip((index) => [
        [`frame ${frames[index]}`, true], [` · ${seconds(frames[index])} · worst joint ${number(cm[index], "cm")} off`],
      ])],
    }, [frames, cm]);
  }

  function drawSpace(holder) {
    const { counts, errors, frames, chosen, unit } = data.space;
    const length = unit.startsWith("cm") ? "cm" : unit;
    const place = counts.indexOf(chosen);
    const mark = painter("draw", (context, x, y, pixel, box) => {
      if (place < 0 || errors[place] == null) return;
      const at = [x(chosen), y(errors[place])];
      context.strokeStyle = colour("keypose");
      context.globalAlpha = 0.4;
      context.setLineDash([3 * pixel, 3 * pixel]);
      context.lineWidth = pixel;
      line(context, at[0], at[1], at[0], box.top + box.height);
      line(context, box.left, at[1], at[0], at[1]);
      context.globalAlpha = 1;
      context.setLineDash([]);
      context.fillStyle = colour("keypose");
      context.strokeStyle = colour("paper");
      context.lineWidth = 2 * pixel;
      diamond(context, ...at, 8 * pixel);
      const text = `${data.space.layered ? "best " : ""}${chosen} keys, ${number(errors[place], length)}`;
      label(context, text, at[0] + 6 * pixel, at[1] - 13 * pixel, box, pixel, 0);
    });
    // Of the logarithm's lines only the round ones: all nine of each decade are a curtain.
    const known = errors.filter((error) => error != null);
    const decades = known.length ? Math.log10(Math.max(...known) / Math.min(...known)) : 1;
    const rounds = decades > 1.6 ? ["1"] : ["1", "2", "5"];
    const filter = (u, splits) => splits.map((v) => (rounds.includes(v.toExponential()[0]) ? v : null));
    chart(holder, 330, {
      cursor: { y: false, points: { size: 7 } },
      scales: { x: { time: false, range: room }, y: { distr: 3 } },
      axes: [
        axis({ incrs: WHOLE, grid: { show: false }, space: 50, size: 30, label: "keyframes", labelFont: FONT, labelSize: 20, labelGap: 0 }),
        axis({ size: 66, filter, grid: { stroke: () => colour("line"), width: 1, filter }, values: (u, splits) => splits.map((v) => (v == null ? "" : number(v, length))) }),
      ],
      series: [{}, {
        stroke: () => colour("accent"), width: 1.8,
        points: { show: counts.length < 160, size: 5, fill: () => colour("paper") },
      }],
      plugins: [mark, tooltip((index) => [
        [`${counts[index]} keys, ${errors[index] == null ? "no error" : number(errors[index], length)}`, true],
        [frames[index] ? ` on frames ${frames[index].join(", ")}` : ""],
      ])],
    }, [counts, errors]);
  }

  function drawCurve(holder, curve) {
    const handles = painter("draw", (context, x, y, pixel, box) => {
      const apart = box.width / Math.max(data.keys.length - 1, 1) / pixel;
      context.beginPath();
      context.rect(box.left - 8 * pixel, box.top - 8 * pixel, box.width + 16 * pixel, box.height + 16 * pixel);
      context.clip();
      context.lineWidth = pixel;
      // Closer than this, handles are a blur: the keys alone say more.
      if (apart > 9) {
        for (const side of [curve.left, curve.right]) {
          side.forEach(([frame, value], place) => {
            const key = [x(data.keys[place]), y(curve.values[place])];
            const end = [x(frame), y(value)];
            if (Math.hypot(end[0] - key[0], end[1] - key[1]) < pixel) return;
            context.strokeStyle = context.fillStyle = colour("quiet");
            line(context, ...key, ...end);
            context.beginPath();
            context.arc(...end, 2.2 * pixel, 0, 7);
            context.fill();
          });
        }
      }
      context.strokeStyle = colour("paper");
      data.keys.forEach((frame, place) => {
        context.fillStyle = classColour(place);
        const part = data.classes[place] === "breakdown" ? 0.7 : 1;
        diamond(context, x(frame), y(curve.values[place]), part * Math.min(5, Math.max(2, apart / 2)) * pixel);
      });
    });
    const ends = [...curve.left, ...curve.right].map((handle) => handle[1]);
    // Room for handles, but no more than the curve is high: one long handle must not flatten the rest.
    const range = (u, low, high) => {
      const spread = Math.max(high - low, 1e-6);
      const bottom = Math.max(Math.min(low, ...ends), low - spread / 2);
      const top = Math.min(Math.max(high, ...ends), high + spread / 2);
      const rim = (top - bottom) * 0.07;
      return [bottom - rim, top + rim];
    };
    chart(holder, 200, {
      cursor: { ...together, points: { size: 6 } },
      scales: { x: { time: false, range: room }, y: { range } },
      axes: [frameAxis(), axis({ size: 54, space: 34, values: (u, splits) => splits.map((v) => number(v, curve.unit)) })],
      series: [
        {},
        { stroke: () => colour("capture"), width: 4, points: { show: false } },
        { stroke: () => colour("accent"), width: 1.7, points: { show: false } },
      ],
      plugins: [handles, tooltip((index) => [
        [`frame ${Math.round(curve.frames[index])}`, true],
        [` · capture ${number(curve.captured[index], curve.unit)} · curve ${number(curve.fitted[index], curve.unit)}`],
      ])],
    }, [curve.frames, curve.captured, curve.fitted]);
  }

  /** A key under the pointer lights up wherever it is drawn. */
  function linkKeys() {
    const light = (event, on) => {
      const key = event.target.closest("[data-key]");
      if (!key) return;
      document.querySelectorAll(`[data-key="${key.dataset.key}"]`).forEach((same) => same.classList.toggle("lit", on));
    };
    addEventListener("mouseover", (event) => light(event, true));
    addEventListener("mouseout", (event) => light(event, false));
  }

  function linkCopy() {
    const button = document.getElementById("copy");
    const command = document.getElementById("command");
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(command.textContent);
        button.textContent = "Copied";
      } catch {
        // Without a clipboard, a selection that Ctrl+C can take.
        getSelection().selectAllChildren(command);
        button.textContent = "Selected";
      }
      setTimeout(() => { button.textContent = "Copy"; }, 2000);
    });
  }

  for (const holder of document.querySelectorAll("[data-chart]")) {
    const kind = holder.dataset.chart;
    if (kind === "error") drawError(holder);
    else if (kind === "space") drawSpace(holder);
    else drawCurve(holder, data.curves[Number(kind)]);
  }
  linkKeys();
  linkCopy();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => charts.forEach((u) => u.redraw()));
  root.dataset.charts = String(charts.length);
})();
