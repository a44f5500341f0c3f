"""Makes a form with a library of the Python registry: make.py LIBRARY FORM.json OUT.pdf"""
import importlib
import json
import sys

A4 = (595, 842)


def reportlab(form, out):
    from reportlab.pdfgen import canvas

    page = canvas.Canvas(out, pagesize=A4)
    page.setFont("Helvetica-Bold", 18)
    page.drawString(72, 760, form["title"])
    page.setFont("Helvetica", 11)
    y = 720
    for label, value in form["fields"]:
        page.drawString(72, y, f"{label}: {value}")
        y -= 24
    for index, box in enumerate(form["boxes"]):
        page.acroForm.checkbox(name=f"box{index}", checked=box["checked"], x=72, y=y - 3, size=14, buttonStyle="check")
        page.drawString(94, y, box["label"])
        y -= 24
    page.save()


def fpdf(form, out):
    from fpdf import FPDF

    pdf = FPDF(unit="pt", format="A4")
    pdf.add_page()
    pdf.set_font("Times", "B", 18)
    pdf.text(72, 80, form["title"])
    pdf.set_font("Times", "", 12)
    y = 120
    for label, value in form["fields"]:
        pdf.text(72, y, f"{label}: {value}")
        y += 24
    for box in form["boxes"]:
        pdf.rect(72, y - 10, 11, 11)
        if box["checked"]:
            pdf.line(72, y - 10, 83, y + 1)
            pdf.line(83, y - 10, 72, y + 1)
        pdf.text(92, y, box["label"])
        y += 24
    pdf.output(out)


def pymupdf(form, out):
    import pymupdf as fitz

    doc = fitz.open()
    page = doc.new_page(width=A4[0], height=A4[1])
    page.insert_text((72, 80), form["title"], fontsize=18)
    y = 120
    for label, value in form["fields"]:
        page.insert_text((72, y), f"{label}: {value}", fontsize=11)
        y += 24
    for index, box in enumerate(form["boxes"]):
        widget = fitz.Widget()
        widget.field_type = fitz.PDF_WIDGET_TYPE_CHECKBOX
        widget.field_name = f"field_{index}"
        widget.field_value = box["checked"]
        widget.border_color = (0, 0, 0)
        widget.border_width = 1
        widget.rect = fitz.Rect(72, y - 10, 84, y + 2)
        page.add_widget(widget)
        page.insert_text((92, y), box["label"], fontsize=11)
        y += 24
    doc.save(out)


def html(form):
    boxes = "".join(
        f'<p><input type="checkbox"{" checked" if b["checked"] else ""}> <label>{b["label"]}</label></p>'
        for b in form["boxes"]
    )
    fields = "".join(f"<p>{label}: {value}</p>" for label, value in form["fields"])
    return f"<html><head><meta charset='utf-8'><style>input {{ display: inline-block; width: 11pt; height: 11pt }} label {{ display: inline }}</style></head><body><h1>{form['title']}</h1>{fields}{boxes}</body></html>"


def weasyprint(form, out):
    from weasyprint import HTML

    HTML(string=html(form)).write_pdf(out, pdf_forms=True)


def xhtml2pdf(form, out):
    from xhtml2pdf import pisa

    boxes = "".join(f'<p>{"[x]" if b["checked"] else "[ ]"} {b["label"]}</p>' for b in form["boxes"])
    fields = "".join(f"<p>{label}: {value}</p>" for label, value in form["fields"])
    with open(out, "wb") as file:
        pisa.CreatePDF(f"<h1>{form['title']}</h1>{fields}{boxes}", dest=file)


def typst(form, out):
    import typst as compiler

    lines = [f"= {form['title']}"] + [f"{label}: {value}" for label, value in form["fields"]]
    for box in form["boxes"]:
        mark = "#place(line(end: (9pt, 9pt))) #place(line(start: (0pt, 9pt), end: (9pt, 0pt)))" if box["checked"] else ""
        lines.append(f"#box(width: 9pt, height: 9pt, stroke: 0.7pt, baseline: 1pt)[{mark}] {box['label']}")
    compiler.compile("\n\n".join(lines).encode(), output=out)


def check(library):
    importlib.import_module(library)


if __name__ == "__main__":
    library = sys.argv[1]
    if len(sys.argv) == 2:
        check(library)
    else:
        with open(sys.argv[2], encoding="utf-8") as source:
            globals()[library](json.load(source), sys.argv[3])
