"""Devices: links to printers, what each can do, and the spool that feeds them.

profiles     what common receipt printers can do
connect      which printer this station has, opened
receipt      a receipt printer at the end of a link
network      the link to port 9100
usbport      the link to a USB cable
serialport   the link to a serial line
systemqueue  a print queue of the operating system
paper        the driver that keeps slips as files
absent       a printer that could not be opened
drawer       a cash drawer: one pulse, and what its switch says
beside       what stands beside the cashier, opened
found        what is plugged in, and which model it is as far as it says
saved        reports that a counter's own program saves as files
line         a device at a line: read by a thread of its own
models       models of devices, as data
scales       scales: weights, and when they may be believed
counters     note and coin counters: reports that add up
asked        counters that only answer: Scan Coin, Ratiotec
recorder     what an unknown device sent, and a profile made of it
scanner      scanners and badge readers
display      customer displays of two lines
sim          devices that are simulated, for practice and tests
simmore      more of them, with protocols of their own
calibration  the slip that shows whether a printer is set right
spool        what the book says is unprinted, printed
"""
